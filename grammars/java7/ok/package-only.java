package samples;

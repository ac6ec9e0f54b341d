public package a;

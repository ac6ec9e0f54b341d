a = b + c;
(print or io.write)'done')

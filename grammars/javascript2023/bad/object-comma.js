const server = {
    host: 'localhost',
    port: 8080
    path: '/',
    secure: false,
};

connect(server);

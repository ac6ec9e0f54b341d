const user = { name: 'Ada' };
console.log('Hello, ' + user.name + '!);
console.log('Bye');

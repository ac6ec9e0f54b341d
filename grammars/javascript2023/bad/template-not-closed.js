const count = 3;
const message = `You have ${count} messages;
console.log(message);
alert(message);

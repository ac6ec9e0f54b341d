const start = new Date(
const year = start.getFullYear();
console.log(year);

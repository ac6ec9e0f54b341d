const word = /[a-z]+;
const found = text.match(word);
console.log(found);

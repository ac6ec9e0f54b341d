const name = prompt('Name?')
const greeting = format('Hello', name
console.log(greeting)
document.title = greeting

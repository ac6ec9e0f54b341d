const days = ['Mon', 'Tue', 'Wed'
const today = days[0]
console.log(today)

const total = prices.map((p) => p.value)).join(', ');
console.log(total);

function average(numbers) {
    const sum = numbers.reduce((a, b) => a + b, 0);
    return sum / Math.max(1, numbers.length;
}

console.log(average([1, 2, 3]));

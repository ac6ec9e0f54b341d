function twice(x) {
    const result = x * 2;
    retrun result;
}

console.log(twice(4));

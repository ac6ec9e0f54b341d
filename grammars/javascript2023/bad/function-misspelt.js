fucntion area(width, height) {
    return width * height;
}

console.log(area(2, 3));

const list = [3, 1, 2];
for (let i = 0, i < list.length, i++) {
    console.log(list[i]);
}

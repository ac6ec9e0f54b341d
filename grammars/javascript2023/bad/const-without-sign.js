const limit 5;
let count = 0;
while (count < limit) count++;

function first(items) {
    if (items.length === 0) {
        return null;
    }
    return items[0];

function last(items) {
    return items[items.length - 1];
}

console.log(first([1]), last([2]));

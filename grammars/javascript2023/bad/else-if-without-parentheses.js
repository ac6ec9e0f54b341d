function grade(points) {
    if (points > 90) {
        return 'A';
    } else if points > 80 {
        return 'B';
    }
    return 'C';
}

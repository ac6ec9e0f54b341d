class Counter {
    count = 0

    increment() {
        this.count++

    reset() {
        this.count = 0
    }
}

const counter = new Counter()
counter.increment()

import java.util.List;

class Shop {
    private int total;

    int sum(List<Item> items) {
        int sum = 0
        for (Item item : items) {
            if (item.sold) {
                sum += item.price * (1 + item.tax;
            }
        }
        return sum;
    }

    void close() {
        total = sum(items, "today);
    }
}

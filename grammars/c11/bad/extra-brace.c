int main() {
    int i = 0;
    while (i < 3) {
        i++;
    }
    }
    return i;
}

int main() {
    int a[3], i = 0;
    a[] = i;
    return a[0];
}

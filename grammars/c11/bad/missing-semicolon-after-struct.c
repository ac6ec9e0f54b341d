struct point {
    int x, y;
}
int main() {
    return 0;
}

int main() {
    int case = 1;
    return 0;
}

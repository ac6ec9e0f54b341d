int n
int main() {
    return n;
}

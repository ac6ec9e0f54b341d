int f(int a, int b);
int main() {
    return f(int a, 2);
}

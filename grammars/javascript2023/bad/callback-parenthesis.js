button.addEventListener('click', () => {
    count += 1;
    update(count);
};

function update(n) {
    label.textContent = n;
}

function greet(name)
    const text = `Hello, ${name}`;
    console.log(text);
}

greet('Ada');

const names = users.filter((user) user.active);
names.forEach((name) => console.log(name));

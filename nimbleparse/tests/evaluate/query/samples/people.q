select * from person where age >= 18 and not name = 'nobody';

select p.name as who, c.name as city, p.income / 12 as monthly
from person as p join city as c on p.city = c.id
where c.id in (select city from branch where open = 1)
order by p.name asc, monthly desc;

insert into person (name, age, city) values ('ada', 36, 3);

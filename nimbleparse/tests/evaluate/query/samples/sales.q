select customer.name, sum(orders.total) as total
from customer join orders on customer.id = orders.customer
where orders.year = 2024 and orders.state <> 'cancelled'
group by customer.name
order by total desc
limit 10;

select product, count(*) as sold, avg(price * 1.19) as gross
from lines
where (price + shipping) > 100 or product in ('book', 'pen')
group by product;

insert into region (id, name, country) values (1, 'north', 'de'), (2, 'south', 'de');

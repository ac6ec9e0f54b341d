select host, count(*) as hits, sum(bytes) / 1024 as kib
from access as a join host as h on a.host = h.id
where a.status >= 400 or a.path = '/login'
group by host
order by hits desc
limit 20;

insert into alert (host, text) values (7, 'too many'), (8, 'down');

select path from access where not status = 200 and bytes > 10 * 1024;

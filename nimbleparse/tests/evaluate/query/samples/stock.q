-- What is to be bought.
select item.id, item.name, item.minimum - stock.amount as missing
from item join stock on item.id = stock.item
where stock.amount < item.minimum and item.kind in (1, 2, 5)
order by missing desc;

select shelf, max(weight) from box, pallet
where box.pallet = pallet.id and weight <= 25 * 2
group by shelf, weight
limit 5;

select t.n from (select count(*) as n from item where price > 9) as t;

<ul>
<?php foreach ($items as $item): ?>
  <li><?= $item ?></li>
</ul>

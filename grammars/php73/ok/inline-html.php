<?xml version="1.0"?>
<p class="<?= $class, ' wide' ?>">1 < 2 <<?php echo 'b' ?>>bold</b>
<?PHP if ($title): ?>
<h1><?= $title ?></h1>
<?php endif ?>
<?php?>
<? not a tag ?>
<?ph
<?php foreach ($rows as $row) { ?><td><?= $row; ?></td>
<?php } ?>
a < b

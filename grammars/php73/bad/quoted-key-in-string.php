<?php
echo "Name: $row['name']";
$x = 1;

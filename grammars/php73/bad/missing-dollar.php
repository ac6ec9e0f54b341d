<?php
foreach ($rows as row) {
    echo $row;
}

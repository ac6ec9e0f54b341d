<?php
function n() {
  $x = 1
}

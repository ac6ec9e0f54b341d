<?php
class X {
  function a($x) {
    if $x {
    }
}

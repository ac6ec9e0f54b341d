<?php
class C {
    public run($x) {
        return $x;
    }
}

<?php
class C {
    public function get {
        return 1;
    }
}

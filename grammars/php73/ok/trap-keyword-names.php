<?php
class C {
    const CLASS_ = 1, LIST = 2, FOR = 3, NAMESPACE = 4, __LINE__ = 5;
    public function list() { return $this->new->class->function(self::FOR, C::LIST[0], static::PUBLIC); }
    function static() { } function print() { } function exit() { } function yield() { }
    static function abstract() { return C::echo()->isset()->unset->final; }
}
$o->and->or->xor->if->else->elseif->endif->while->endwhile->for->endfor->foreach->endforeach;
$o->array->as->break->callable->case->catch->clone->const->continue->declare->enddeclare;
$o->default->do->echo->empty->eval->extends->finally->global->goto->implements->include;
$o->include_once->instanceof->insteadof->interface->namespace->require->require_once;
$o->return->switch->endswitch->throw->trait->try->use->var->private->protected->list();
echo C::CLASS, $o->__CLASS__;

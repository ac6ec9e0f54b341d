; The words of each list.
(List . "WORD" @first ("," "WORD" @other)*)

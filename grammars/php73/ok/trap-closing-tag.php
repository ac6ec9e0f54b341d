<?php
// a line comment ends at the tag: what? ?> text <?php
# so does this one ?>
<?php echo '?>', "?>"; /* ?> */ $a = 1 ?>
<?php
while ($i--) { ?> * <?php }

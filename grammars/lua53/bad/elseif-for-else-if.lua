if a then else if b then end

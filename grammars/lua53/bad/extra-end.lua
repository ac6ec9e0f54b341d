do end end

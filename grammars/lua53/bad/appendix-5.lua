if then print("that") end

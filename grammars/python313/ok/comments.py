
# nothing

   

int a<:3:> = <% 1, 2 %>;
int f(void) <% return a<:0:>; %>

local stack = {}

function stack.push(list, item)
  if item == nil then
    item = stack.nothing
  list[#list + 1] = item
  list.size = list.size + 1
  return list
end

function stack.pop(list)
  local item = list[#list]
  list[#list] = nil
  return item
end

return stack

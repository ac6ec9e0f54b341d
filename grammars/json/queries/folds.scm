; What folds in JSON.

[(Object) (Array)] @fold

a:(b)

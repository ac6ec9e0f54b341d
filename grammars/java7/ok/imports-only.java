import java.util.List;

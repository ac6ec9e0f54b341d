package samples;
import java.util.List;
